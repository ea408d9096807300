"""What kind of value the arguments of a command are.

Written by generate.py from the schemas of the core; do not edit.
"""

from __future__ import annotations

KINDS: dict[str, dict[str, str]] = {
    'anonymize': {'data': 'table', 'output': 'table', 'solutions_file': 'table'},
    'attack': {'released': 'table', 'known': 'table', 'recipe': 'recipe', 'absent': 'table', 'original': 'table'},
    'collapse': {'data': 'tables', 'output': 'table'},
    'compare': {'original': 'table', 'released': 'table', 'recipe': 'recipe'},
    'convert': {'data': 'table', 'output': 'table'},
    'discover': {'data': 'table'},
    'dp': {'data': 'table'},
    'exposure': {'data': 'table', 'edges': 'table', 'records': 'table'},
    'generate': {'output': 'table'},
    'hierarchy-make': {'data': 'table'},
    'inspect': {'data': 'table'},
    'recipe': {'recipe': 'recipe', 'data': 'table'},
    'recipe-init': {'data': 'table', 'models': 'models'},
    'report': {'original': 'table', 'released': 'table', 'recipe': 'recipe'},
    'risk': {'data': 'table'},
    'silo-score': {'data': 'table', 'records': 'table'},
    'silo-train': {'data': 'table'},
    'silo-update': {'data': 'table'},
    'stream': {'recipe': 'recipe'},
    'verify': {'data': 'table', 'recipe': 'recipe', 'models': 'models', 'reference': 'table'},
    'verify-compartments': {'recipe': 'recipe'},
}

OUTPUTS: dict[str, tuple[str, ...]] = {
    'anonymize': ('output', 'solutions_file'),
    'collapse': ('output',),
    'convert': ('output',),
    'exposure': ('edges', 'records'),
    'generate': ('output',),
    'silo-score': ('records',),
}
