"""The embedded model: a very small one that points and never spells, and all that reads requests for it.

`model` is the chat model, `prompt` what it is shown of a step. `route` chooses a tool: its `router`, `familiar` and
`matcher` are heard, `decision` weighs them. `fill` finds the values: `candidates`, their `ranker`, `pointer` and
`agreement`, the `choice`, and `values` of what was chosen. What code reads off a request by itself is by its kind in
`numbers`, `times`, `options`, `codes`, `lists` and `texts`. Nothing is imported here: steps read words and clauses with
these modules before any model is loaded.
"""
