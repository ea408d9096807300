import { describe, expect, it } from 'vitest';
import { firstOpen, levelSizes, moveNode, outline, parseTree, possibleParents, renameNode, writeTree } from '../../src/lib/hierarchy';

const csv = '1;low;*\n2;low;*\n9;high;*\n';
const tree = () => {
  const parsed = parseTree(csv);
  if (!parsed) throw new Error('no tree');
  return parsed;
};
const find = (label: string) => tree().nodes.find((node) => node.label === label)?.id ?? -1;

describe('hierarchies', () => {
  it('are read and written unchanged', () => {
    expect(writeTree(tree())).toBe(csv);
    expect(levelSizes(tree())).toEqual([3, 2, 1]);
    const quoted = '"a;b";"say ""x""";*\n';
    const parsed = parseTree(quoted);
    expect(parsed && writeTree(parsed)).toBe(quoted);
  });
  it('with lines of different lengths or no common root are not drawn', () => {
    expect(parseTree('1;low;*\n2;*\n')).toBeNull();
    expect(parseTree('1;low;*\n2;low;all\n')).toBeNull();
    expect(parseTree('')).toBeNull();
  });
  it('let a node move to another parent of its level only', () => {
    const two = find('2');
    expect(possibleParents(tree(), two).map((node) => node.label)).toEqual(['high']);
    expect(writeTree(moveNode(tree(), two, find('high')))).toBe('1;low;*\n9;high;*\n2;high;*\n');
    expect(moveNode(tree(), two, 0).nodes).toEqual(tree().nodes);
  });
  it('lose nodes without children', () => {
    expect(writeTree(moveNode(tree(), find('9'), find('low')))).toBe('1;low;*\n2;low;*\n9;low;*\n');
  });
  it('rename nodes, not values', () => {
    expect(writeTree(renameNode(tree(), find('low'), '1-5'))).toBe('1;1-5;*\n2;1-5;*\n9;high;*\n');
    expect(writeTree(renameNode(tree(), find('9'), 'x'))).toBe(csv);
  });
  it('show what is open', () => {
    expect(outline(tree(), new Set()).length).toBe(1);
    expect(outline(tree(), firstOpen(tree())).length).toBe(6);
    expect(outline(tree(), firstOpen(tree(), 4)).length).toBe(3);
  });
});
