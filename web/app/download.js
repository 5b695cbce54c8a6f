/** Files that the page makes and the visitor takes away. */

/** Offer a text as a download. @param {string} text @param {string} type @param {string} name */
export function download(text, type, name) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([text], { type }));
  anchor.download = name.replace(/[^\w.-]+/g, "_");
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}
