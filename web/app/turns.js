/**
 * What the page shows of a turn, folded from its events. Pure: events in, a new value out; the same fold serves a live
 * turn, one read back from storage and the benchmark's traces.
 *
 * @typedef {import("../types.js").AgentEvent} AgentEvent
 * @typedef {import("../types.js").Usage} Usage
 * @typedef {import("../types.js").Attempt} Attempt
 *
 * @typedef {object} StepView
 * @property {string} key step id or call id
 * @property {"route"|"fill"|"tool"|"answer"|"plan"|"advise"|"summary"} kind
 * @property {string|null} tool
 * @property {"running"|"waiting"|"done"|"failed"} state
 * @property {string} prompt what the model saw
 * @property {string} said its text so far, or the accepted raw text
 * @property {unknown} output what was accepted
 * @property {readonly Attempt[]} attempts
 * @property {Usage|null} usage
 * @property {number|null} ms
 * @property {"model"|"code"} by
 * @property {readonly import("../types.js").CallRead[]|null} calls read in an answer; null where it could hold none
 * @property {boolean} cut the model ran into the most tokens that it may write
 * @property {unknown} args
 * @property {string} condensed
 * @property {boolean} isError
 * @property {string|null} handle
 * @property {string} rawPreview
 * @property {number} rawBytes
 * @property {string} question the confirmation asked for
 *
 * @typedef {object} TurnView
 * @property {string} id
 * @property {string} text what the visitor asked
 * @property {"queued"|"running"|"answer"|"clarify"|"failed"|"cancelled"} state
 * @property {string} answer
 * @property {StepView[]} steps
 * @property {string} model
 * @property {string} strategy
 * @property {Usage|null} usage
 * @property {number|null} ms
 * @property {number} startedAt milliseconds since the epoch; 0 until it runs
 * @property {{step: string, code: string, reason: string, raw: string, advice: string}|null} failure
 * @property {{callId: string, tool: string, args: unknown, question: string}|null} confirmation
 * @property {{from: string, to: string, reason: string}[]} switches
 */

/** @param {string} id @param {string} text @returns {TurnView} */
export function newTurn(id, text) {
  return {
    id,
    text,
    state: "queued",
    answer: "",
    steps: [],
    model: "",
    strategy: "",
    usage: null,
    ms: null,
    startedAt: 0,
    failure: null,
    confirmation: null,
    switches: [],
  };
}

/** Whether anything may still happen in it. @param {TurnView} turn */
export function isOpen(turn) {
  return turn.state === "queued" || turn.state === "running";
}

/** The turn after one more event. An event of a kind this page does not know changes nothing. @param {TurnView} turn @param {AgentEvent} event @returns {TurnView} */
export function fold(turn, event) {
  switch (event.type) {
    case "turn_started":
      return {
        ...turn,
        id: event.turn_id,
        text: event.text || turn.text,
        state: "running",
        model: event.model,
        strategy: event.strategy,
        startedAt: event.at * 1000,
      };
    case "step_started":
      return {
        ...turn,
        answer: event.step === "answer" ? "" : turn.answer,
        steps: [...turn.steps, _step(event.step_id, event.step, { tool: event.tool ?? null, prompt: event.prompt })],
      };
    case "step_chunk": {
      const after = (/** @type {string} */ shown) => _taken(shown, event.retract ?? 0) + event.text;
      const answer = event.step === "answer" ? after(turn.answer) : turn.answer;
      return _change({ ...turn, answer }, event.step_id, (step) => ({ said: after(step.said) }));
    }
    case "step_finished":
      return _change(turn, event.step_id, (step) => ({
        state: event.output === null || event.output === undefined ? "failed" : "done",
        tool: event.tool ?? step.tool,
        said: event.raw || step.said,
        prompt: step.prompt || event.attempts?.[0]?.prompt || "",
        output: event.output,
        attempts: event.attempts ?? [],
        usage: event.usage ?? null,
        ms: event.ms,
        by: event.by ?? "model",
        cut: event.cut ?? false,
        calls: event.parsed?.calls ?? null,
      }));
    case "confirmation_requested": {
      const { call_id: callId, tool, arguments: args, question } = event;
      const waiting = _change(_withTool(turn, callId, tool, args), callId, () => ({
        state: /** @type {const} */ ("waiting"),
        question: question ?? "",
      }));
      return { ...waiting, confirmation: { callId, tool, args, question: question ?? "" } };
    }
    case "tool_started":
      return _change(
        _answered(_withTool(turn, event.call_id, event.tool, event.arguments), event.call_id),
        event.call_id,
        () => ({ state: /** @type {const} */ ("running") }),
      );
    case "tool_finished":
      return _change(
        _answered(_withTool(turn, event.call_id, event.tool, undefined), event.call_id),
        event.call_id,
        () => ({
          state: event.is_error ? /** @type {const} */ ("failed") : /** @type {const} */ ("done"),
          condensed: event.condensed,
          isError: Boolean(event.is_error),
          handle: event.handle ?? null,
          rawPreview: event.raw_preview ?? "",
          rawBytes: event.raw_bytes ?? 0,
          ms: event.ms,
        }),
      );
    case "model_switched":
      return {
        ...turn,
        switches: [...turn.switches, { from: event.from_model, to: event.to_model, reason: event.reason ?? "" }],
      };
    case "turn_finished":
      return _close(
        { ...turn, answer: event.answer || turn.answer, usage: event.usage ?? null, ms: event.ms },
        event.outcome === "clarify" ? "clarify" : "answer",
      );
    case "failed": {
      const { step, code, reason, raw = "", advice = "" } = event;
      const answer = event.partial || turn.answer;
      return _close({ ...turn, answer, failure: { step, code, reason, raw, advice }, ms: event.ms ?? turn.ms }, "failed");
    }
    case "cancelled":
      return _close({ ...turn, answer: event.partial || turn.answer, ms: event.ms ?? turn.ms }, "cancelled");
    default:
      return turn;
  }
}

/** A turn from its stored events. One that never ended was cut off by a crash or a closed tab. @param {string} id @param {string} text @param {readonly AgentEvent[]} events */
export function replay(id, text, events) {
  const turn = events.reduce(fold, newTurn(id, text));
  return isOpen(turn) ? _close(turn, "cancelled") : turn;
}

/** Ended from outside: the call itself threw. @param {TurnView} turn @param {unknown} error @returns {TurnView} */
export function fail(turn, error) {
  const { code = "error", advice = "" } = /** @type {{code?: string, advice?: string}} */ (Object(error));
  if (code === "aborted" || /** @type {{name?: string}} */ (Object(error)).name === "AbortError") return _close(turn, "cancelled");
  const reason = error instanceof Error ? error.message : String(error);
  return _close({ ...turn, failure: { step: "", code, reason, raw: "", advice } }, "failed");
}

/** @param {TurnView} turn @param {TurnView["state"]} state @returns {TurnView} */
function _close(turn, state) {
  const steps = turn.steps.map((step) =>
    step.state === "running" || step.state === "waiting" ? { ...step, state: /** @type {const} */ ("failed") } : step,
  );
  return { ...turn, state, steps, confirmation: null };
}

/** Without the question about that call; one about another still waits. @param {TurnView} turn @param {string} callId */
function _answered(turn, callId) {
  return turn.confirmation?.callId === callId ? { ...turn, confirmation: null } : turn;
}

/** Without its last characters, counted as Python does: by code points. @param {string} text @param {number} count */
function _taken(text, count) {
  return count > 0 ? [...text].slice(0, -count).join("") : text;
}

/** @param {TurnView} turn @param {string} key @param {(step: StepView) => Partial<StepView>} change @returns {TurnView} */
function _change(turn, key, change) {
  return { ...turn, steps: turn.steps.map((step) => (step.key === key ? { ...step, ...change(step) } : step)) };
}

/** @param {TurnView} turn @param {string} callId @param {string} tool @param {unknown} args @returns {TurnView} */
function _withTool(turn, callId, tool, args) {
  if (turn.steps.some((step) => step.key === callId)) {
    return args === undefined ? turn : _change(turn, callId, () => ({ args }));
  }
  return { ...turn, steps: [...turn.steps, _step(callId, "tool", { tool, args })] };
}

/** @param {string} key @param {StepView["kind"]} kind @param {Partial<StepView>} rest @returns {StepView} */
function _step(key, kind, rest) {
  return {
    key,
    kind,
    tool: null,
    state: "running",
    prompt: "",
    said: "",
    output: undefined,
    attempts: [],
    usage: null,
    ms: null,
    by: "model",
    cut: false,
    calls: null,
    args: undefined,
    condensed: "",
    isError: false,
    handle: null,
    rawPreview: "",
    rawBytes: 0,
    question: "",
    ...rest,
  };
}
