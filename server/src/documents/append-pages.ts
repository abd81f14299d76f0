/**
 * A PDF followed by the pages of another, as an incremental update (ISO 32000-2, 7.5.6): the first bytes of what is returned are the
 * PDF that was given, each of them, and what is added stands after them. The same two give the same bytes.
 * @throws Error where one of them cannot be read.
 */
export async function appendPages(pdf: Uint8Array, added: Uint8Array): Promise<Uint8Array> {
  // Loaded by the first copy: most documents need none of it.
  const { PDFDocument, PDFName } = await import('@cantoo/pdf-lib');
  const copy = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false });
  const source = await PDFDocument.load(added, { updateMetadata: false });
  for (const page of await copy.copyPages(source, source.getPageIndices())) {
    // Its place in the structure of the PDF that it comes from, which is not that of this one.
    page.node.delete(PDFName.of('StructParents'));
    copy.addPage(page);
  }
  return copy.commit({ useObjectStreams: false });
}
