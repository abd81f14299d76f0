/**
 * Appends the pages of one PDF to another as an incremental update (ISO 32000-2, 7.5.6), so that the result begins with
 * the unchanged bytes of `pdf`. Equal inputs give equal bytes.
 * @throws Error when one of them cannot be read.
 */
export async function appendPages(pdf: Uint8Array, added: Uint8Array): Promise<Uint8Array> {
  // Imported on use, because most documents do not need it.
  const { PDFDocument, PDFName } = await import('@cantoo/pdf-lib');
  const copy = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false });
  const source = await PDFDocument.load(added, { updateMetadata: false });
  for (const page of await copy.copyPages(source, source.getPageIndices())) {
    // Its position in the structure tree of its own PDF has no meaning here.
    page.node.delete(PDFName.of('StructParents'));
    copy.addPage(page);
  }
  return copy.commit({ useObjectStreams: false });
}
