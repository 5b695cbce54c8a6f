/**
 * Earlier conversations: open one, start a new one, delete one and think better of it.
 *
 * @typedef {import("./session.js").Session} Session
 */
import { Dialog } from "./dialog.js";
import { html, icon, nothing } from "./element.js";
import { when } from "./format.js";
import { Deletions } from "./undo.js";

const _UNDO_SECONDS = 8;

export class ChatsDialog extends Dialog {
  static properties = { ...Dialog.properties, session: { attribute: false }, tick: { attribute: false } };

  constructor() {
    super();
    this.heading = "Chats";
    /** @type {Session | null} */
    this.session = null;
    this.tick = 0;
    this._deletions = new Deletions("chats", async (id) => this.session?.deleteConversation(id));
  }

  /** Call once the agent is there. */
  async ready() {
    await this._deletions.finish();
  }

  /** @override */
  body() {
    const session = this.session;
    if (!session) return nothing;
    const chats = session.conversations.filter((chat) => !this._deletions.hides(chat.id));
    return html`
      <div class="row"><button class="primary" @click=${this._new}>${icon("plus")}New chat</button></div>
      ${chats.length ? nothing : html`<p class="aside">No chats yet. They are kept in this browser only.</p>`}
      <ul class="chats">
        ${chats.map(
          (chat) => html`<li aria-current=${chat.id === session.conversationId}>
            <button class="quiet open-chat" data-id=${chat.id} @click=${() => this._open(chat.id)}>
              <span class="chat-title" dir="auto">${chat.title || "Untitled"}</span>
              <span class="figures">${chat.updated ? when(chat.updated) : ""}</span>
            </button>
            <button class="quiet square small" aria-label=${`Delete ${chat.title || "Untitled"}`} title="Delete" @click=${() => this._delete(chat.id)}>
              ${icon("trash")}
            </button>
          </li>`,
        )}
      </ul>
    `;
  }

  async _new() {
    if (await this.attempt(async () => this.session?.newChat())) this.hide();
  }

  /** @param {string} id */
  async _open(id) {
    if (await this.attempt(async () => this.session?.open(id))) this.hide();
  }

  /** @param {string} id */
  async _delete(id) {
    const session = this.session;
    if (!session) return;
    const next = this.querySelector(".chats li + li button, .row button");
    this._deletions.schedule(id, _UNDO_SECONDS, (error) => session.notice(error));
    this.requestUpdate();
    const wasOpen = id === session.conversationId;
    if (wasOpen) await this.attempt(() => session.newChat());
    this.emit("notice", {
      text: "Chat deleted.",
      seconds: _UNDO_SECONDS,
      action: {
        label: "Undo",
        run: () => {
          this._deletions.undo(id);
          this.requestUpdate();
          void this._focus(id);
          if (wasOpen && !session.turns.length) void this.attempt(() => session.open(id)); // where the visitor was
        },
      },
    });
    /** @type {HTMLElement | null} */ (next)?.focus();
  }

  /** To a chat that is back, for the button that brought it is gone. @param {string} id */
  async _focus(id) {
    await this.updateComplete;
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".open-chat"));
    [...buttons].find((button) => button.dataset.id === id)?.focus();
  }
}
customElements.define("kh-chats", ChatsDialog);
