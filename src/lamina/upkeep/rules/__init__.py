"""What the doctor and the weekly care look for: one generator of findings a rule."""
