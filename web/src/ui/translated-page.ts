/** The element that a translator put in the place of a text, which React goes on holding. */
const translations = new WeakMap<Node, Element>();

const observer = new MutationObserver(note);

/**
 * Lets the screens live under a translator of the browser (Google Translate), which moves each text into an element of
 * its own: React would throw when it removes such a text, and a changed one would not be shown.
 */
export function surviveTranslators(): void {
  observer.observe(document, { childList: true, subtree: true });
  // oxlint-disable-next-line typescript/unbound-method -- Each is called with its node.
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode !== this) restore(child);
    return child.parentNode ? (removeChild.call(child.parentNode, child) as Child) : child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    if (next && next.parentNode !== this) restore(next);
    // A translator that changes the order of words moves elements too.
    let sibling = next;
    while (sibling && sibling.parentNode !== this) sibling = sibling.parentNode;
    return insertBefore.call(this, child, sibling) as Child;
  };
}

function note(records: readonly MutationRecord[]): void {
  for (const { type, target, addedNodes, removedNodes, previousSibling } of records) {
    // The new text is shown, and translated in its turn.
    if (type === 'characterData') restore(target);
    for (const text of removedNodes) {
      const translation = [...addedNodes, previousSibling].find((one) => one?.nodeName === 'FONT');
      if (!(text instanceof Text) || text.parentNode || !translation) continue;
      translations.set(text, translation as Element);
      observer.observe(text, { characterData: true });
    }
  }
}

/** Puts a text back into its place, where a translator has taken it out. */
function restore(text: Node): void {
  note(observer.takeRecords());
  translations.get(text)?.replaceWith(text);
  translations.delete(text);
}
