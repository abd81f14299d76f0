/** A picture above this is offered smaller: most of what a phone takes is. */
const OFFERED_ABOVE_BYTES = 1_500_000;
/** Pixels of the longer side: a page of A4 with some 200 to the inch, which its code and its small print need. */
const LONGER_SIDE = 2_400;
const QUALITY = 0.85;

/** A smaller JPEG of a large picture, turned as it is seen; null for any other file, and where none is smaller. */
export async function smallerPicture(file: File): Promise<File | null> {
  if (file.size <= OFFERED_ABOVE_BYTES) return null;
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => null,
  );
  if (!picture) return null;
  const scale = Math.min(1, LONGER_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d');
  // JPEG has no transparency.
  if (context) context.fillStyle = 'white';
  context?.fillRect(0, 0, canvas.width, canvas.height);
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', QUALITY),
  );
  if (!blob || blob.size >= file.size) return null;
  const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`;
  return new File([blob], name, { type: 'image/jpeg', lastModified: file.lastModified });
}
