"""The embedded model: a very small one that points and never spells, and all that reads requests for it.

`model` is the chat model. A route: `prompt`, `router`, `familiar`, `matcher`, and `decision` over them. A fill:
`prompt`, `candidates` and their `ranker`, `agreement` and what stands behind it, `choice`, `values` of what was chosen.
Nothing is imported here: steps read words and clauses with these modules before any model is loaded.
"""
