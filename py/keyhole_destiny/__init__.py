"""The demo domain: items, perks and activities of Destiny 2, looked up in a small table of sample data.

Names are trademarks and works of Bungie, used to name things; Bungie endorses none of this. The facts are in our own
words and are examples, not a reference: `keyhole destiny import` builds the same table from the published manifest.
"""

from keyhole_destiny.tools import toolbox

__all__ = ["toolbox"]
