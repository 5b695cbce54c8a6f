/**
 * What every part of the page is made from: a Lit element in the light DOM, so that one style sheet and one tree of
 * labels hold for the whole page, and the few icons that the page uses.
 */
import { html, LitElement, svg } from "../vendor/lit.js";

export { html, live, nothing, repeat, svg } from "../vendor/lit.js";

/** A part of the page. Says what happened by bubbling events, is told what to show by properties. */
export class Element extends LitElement {
  /** @override */
  createRenderRoot() {
    return this;
  }

  /** @param {string} name @param {unknown} [detail] */
  emit(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
  }
}

const _PATHS = {
  plus: "M10 4v12M4 10h12",
  chats: "M3.5 4.5h13v9h-7l-3.5 3v-3h-2.5z",
  sun: "M10 6.6a3.4 3.4 0 1 0 0 6.8a3.4 3.4 0 0 0 0-6.8zM10 2v1.8M10 16.2V18M2 10h1.8M16.2 10H18M4.3 4.3l1.3 1.3M14.4 14.4l1.3 1.3M4.3 15.7l1.3-1.3M14.4 5.6l1.3-1.3",
  moon: "M16 11.8A6.6 6.6 0 0 1 8.2 4a6.6 6.6 0 1 0 7.8 7.8z",
  auto: "M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM10 3v14M10.5 6.5h4.5M10.5 10h6M10.5 13.5h4.5",
  layers: "M10 3l7 3.5l-7 3.5l-7-3.5zM3 10l7 3.5l7-3.5M3 13.5l7 3.5l7-3.5",
  gear: "M3 6h8M15 6h2M13 4v4M3 14h2M9 14h8M7 12v4",
  memory: "M5 3.5h8.5l1.5 1.5v11.5H5zM7.5 7h5M7.5 10h5M7.5 13h3",
  chart: "M3.5 16.5h13M5.5 13.5v-4M10 13.5v-9M14.5 13.5v-6",
  close: "M5 5l10 10M15 5L5 15",
  send: "M10 16V4.5M5 9.5l5-5l5 5",
  stop: "M6 6h8v8H6z",
  trash: "M4 6h12M8 6V4h4v2M5.5 6l.8 10.5h7.4L14.5 6",
  copy: "M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z",
  check: "M4 10.5l4 4l8-9",
  edit: "M4 16l.8-3.3L13.3 4.2l2.5 2.5L7.3 15.2z",
  download: "M10 3.5v9M6 9l4 4l4-4M4 16.5h12",
  tools: "M12.5 4a3.5 3.5 0 0 0-3.3 4.7L4 13.9L6.1 16l5.2-5.2A3.5 3.5 0 0 0 15.9 6.3L13.8 8.4L11.6 6.2L13.7 4.2A3.5 3.5 0 0 0 12.5 4z",
};

/** An icon; the button around it carries the name. @param {keyof typeof _PATHS} name */
export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    ${svg`<path d=${_PATHS[name]}></path>`}
  </svg>`;
}

/** JSON for a reader; a value that has no JSON form is named. @param {unknown} value @param {number} [indent] */
export function pretty(value, indent = 2) {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, null, indent) ?? String(value);
  } catch (error) {
    return `(no JSON form: ${error instanceof Error ? error.message : String(error)})`;
  }
}

/** The message and the advice of whatever was thrown. @param {unknown} error */
export function explain(error) {
  const { message = String(error), advice = "" } = /** @type {{message?: string, advice?: string}} */ (Object(error));
  return advice && !message.includes(advice) ? `${message.replace(/[.\s]*$/, "")}. ${advice}` : message;
}

/** Whether the text is in the clipboard now; why it is not, a `notice` says. @param {Element} part @param {string} text */
export async function copied(part, text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    // a browser denies it, and has none at an address without encryption
    part.emit("notice", { text: `The clipboard cannot be written to: ${explain(error)}`, kind: "error" });
    return false;
  }
}
