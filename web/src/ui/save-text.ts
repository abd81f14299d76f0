/** Lets the browser save a text as a file of this name. `type`: its media type. */
export function saveText(name: string, text: string, type = 'text/plain;charset=utf-8'): void {
  saveFile(name, new Blob([text], { type }));
}

/** The same for bytes. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers ask the person first, and fetch it then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
