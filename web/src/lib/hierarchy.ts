// A hierarchy as a tree: read from and written to the CSV form of ARX (leaf;level 1;…;*).
export interface TreeNode {
  id: number;
  label: string;
  /** 0 for the values of the column. */
  level: number;
  parent: number | null;
  children: number[];
}
export interface Tree {
  nodes: TreeNode[];
  root: number;
  height: number;
}

/** Reads the CSV form; null when lines have different lengths or no common root, which the server's check explains. */
export function parseTree(csv: string): Tree | null {
  const lines = csv.split(/\r?\n/).filter((line) => line.trim() !== '');
  const paths = lines.map(splitLine);
  const width = paths[0]?.length ?? 0;
  const rootLabel = paths[0]?.[width - 1];
  if (width < 2 || paths.some((path) => path.length !== width || path[width - 1] !== rootLabel)) return null;
  const nodes: TreeNode[] = [{ id: 0, label: rootLabel ?? '*', level: width - 1, parent: null, children: [] }];
  const known = new Map<string, number>();
  for (const path of paths) {
    let parent = 0;
    let key = '';
    for (let level = width - 2; level >= 0; level -= 1) {
      const label = path[level] ?? '';
      key = `${key}\u0000${label}`;
      let id = known.get(key);
      if (id === undefined) {
        id = nodes.length;
        nodes.push({ id, label, level, parent, children: [] });
        nodes[parent]?.children.push(id);
        known.set(key, id);
      }
      parent = id;
    }
  }
  return { nodes, root: 0, height: width };
}

function splitLine(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at];
    if (quoted && char === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (char === ';' && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  cells.push(cell);
  return cells;
}

const quote = (label: string): string => (/[;"\r\n]/.test(label) || label === '' ? `"${label.replaceAll('"', '""')}"` : label);

/** Writes the CSV form, leaves in the order of the tree. */
export function writeTree(tree: Tree): string {
  const lines: string[] = [];
  const walk = (id: number, above: string): void => {
    const node = tree.nodes[id];
    if (!node) return;
    const path = above === '' ? quote(node.label) : `${quote(node.label)};${above}`;
    if (node.level === 0) lines.push(path);
    for (const child of node.children) walk(child, path);
  };
  walk(tree.root, '');
  return `${lines.join('\n')}\n`;
}

/** Nodes that a node may be moved below: all on the level of its parent but the parent. */
export function possibleParents(tree: Tree, id: number): TreeNode[] {
  const node = tree.nodes[id];
  if (!node || node.parent === null) return [];
  return tree.nodes.filter((other) => other.level === node.level + 1 && other.id !== node.parent && isAttached(tree, other));
}

const isAttached = (tree: Tree, node: TreeNode): boolean =>
  node.id === tree.root || (node.parent !== null && tree.nodes[node.parent]?.children.includes(node.id) === true);

/** The tree with a node below another parent. Nodes that lose their last child are removed. */
export function moveNode(tree: Tree, id: number, parent: number): Tree {
  const moved = tree.nodes[id];
  const target = tree.nodes[parent];
  if (!moved || !target || moved.parent === null || target.level !== moved.level + 1 || moved.parent === parent) return tree;
  const nodes = tree.nodes.map((node) => ({ ...node, children: [...node.children] }));
  let emptied: number | null = moved.parent;
  let gone = id;
  while (emptied !== null) {
    const above: TreeNode | undefined = nodes[emptied];
    if (!above) break;
    above.children = above.children.filter((child) => child !== gone);
    if (above.children.length > 0 || above.id === tree.root) break;
    gone = above.id;
    emptied = above.parent;
  }
  nodes[id] = { ...(nodes[id] as TreeNode), parent };
  nodes[parent]?.children.push(id);
  return { ...tree, nodes };
}

/** The tree with another label at a node; the labels of leaves are values of the table and stay. */
export function renameNode(tree: Tree, id: number, label: string): Tree {
  const nodes = tree.nodes.map((node) => (node.id === id && node.level > 0 ? { ...node, label } : node));
  return { ...tree, nodes };
}

export interface TreeRow {
  node: TreeNode;
  depth: number;
  open: boolean;
}

/** The rows that an outline with these open nodes shows. */
export function outline(tree: Tree, open: ReadonlySet<number>): TreeRow[] {
  const rows: TreeRow[] = [];
  const walk = (id: number, depth: number): void => {
    const node = tree.nodes[id];
    if (!node) return;
    const isOpen = open.has(id);
    rows.push({ node, depth, open: isOpen });
    if (isOpen) for (const child of node.children) walk(child, depth + 1);
  };
  walk(tree.root, 0);
  return rows;
}

/** Nodes to open at first: levels from the top as long as they show at most `most` rows. */
export function firstOpen(tree: Tree, most = 60): Set<number> {
  const open = new Set<number>();
  let row = [tree.root];
  let shown = 1;
  while (row.length > 0) {
    const below = row.flatMap((id) => tree.nodes[id]?.children ?? []);
    if (below.length === 0 || (shown + below.length > most && shown > 1)) break;
    for (const id of row) open.add(id);
    shown += below.length;
    row = below;
  }
  return open;
}

export function levelSizes(tree: Tree): number[] {
  const sizes = new Array<number>(tree.height).fill(0);
  const walk = (id: number): void => {
    const node = tree.nodes[id];
    if (!node) return;
    sizes[node.level] = (sizes[node.level] ?? 0) + 1;
    node.children.forEach(walk);
  };
  walk(tree.root);
  return sizes;
}
