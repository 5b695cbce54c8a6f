/**
 * Markdown of a model or a tool, made safe to show. The text is hostile: HTML in it is shown as text, pictures are
 * named but never fetched (a fetched picture tells a stranger what was asked), links leave only by http(s) and mailto.
 */
import DOMPurify from "../vendor/dompurify.js";
import { Marked } from "../vendor/marked.js";

const _TAGS = [
  ..."p br hr strong em del code pre blockquote ul ol li h1 h2 h3 h4 h5 h6".split(" "),
  ..."a table thead tbody tr th td".split(" "),
];
const _LIMIT = 200_000;

/** @param {string} text */
const _escape = (text) =>
  text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

const _marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    html: ({ text }) => _escape(text),
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
    image: ({ href, text }) => _escape(`[picture, not loaded: ${text || "no description"}, ${href}]`),
  },
});

/**
 * The Markdown as a fragment to append. A text too long to format at once comes back as it is.
 * @param {string} text
 * @returns {DocumentFragment}
 */
export function render(text) {
  if (text.length > _LIMIT) {
    const fragment = document.createDocumentFragment();
    const plain = document.createElement("pre");
    plain.textContent = text;
    fragment.append(plain);
    return fragment;
  }
  const fragment = DOMPurify.sanitize(/** @type {string} */ (_marked.parse(text)), {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: _TAGS,
    ALLOWED_ATTR: ["href", "align", "start"],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  for (const link of fragment.querySelectorAll("a")) {
    if (!link.hasAttribute("href")) {
      link.replaceWith(...link.childNodes);
      continue;
    }
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
    link.title = link.href;
  }
  for (const table of fragment.querySelectorAll("table")) {
    const frame = document.createElement("div");
    frame.className = "table-frame";
    frame.tabIndex = 0; // wider than the page it is scrolled, with the keyboard too
    frame.role = "group";
    frame.ariaLabel = "Table";
    table.replaceWith(frame);
    frame.append(table);
  }
  return fragment;
}
