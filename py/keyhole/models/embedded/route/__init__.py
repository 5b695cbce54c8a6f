"""Which tool a request is for, if any: the witnesses of the route, and the decision by what they say."""
