// Charts of counts before and after, for Observable Plot.
import type * as PlotLibrary from './plotting';

export interface Bar {
  name: string;
  series: string;
  value: number;
}

/** Custom properties, so that charts follow the theme. */
const color = (name: string): string => `var(${name})`;

const shorten = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Horizontal bars, one pair a name. */
export function pairedBars(bars: Bar[], series: [string, string], unit: string) {
  return (plot: typeof PlotLibrary, width: number): Element => {
    const names = [...new Set(bars.map((bar) => bar.name))];
    const margin = Math.min(150, 12 + 7 * Math.max(...names.map((name) => Math.min(20, name.length))));
    return plot.plot({
      width,
      height: 46 + names.length * 34,
      marginLeft: margin,
      style: { fontSize: '12px' },
      marginTop: 4,
      marginBottom: 36,
      x: { label: unit, grid: true, ticks: Math.max(2, Math.floor(width / 110)), tickFormat: (value: number) => value.toLocaleString('en', { notation: 'compact' }) },
      y: { axis: null, domain: [...series] },
      fy: { label: null, domain: names, padding: 0.25, axis: 'left', tickFormat: (name: string) => shorten(name, 20) },
      color: { domain: [...series], range: [color('--chart-before'), color('--chart-after')] },
      marks: [
        plot.barX(bars, { x: 'value', y: 'series', fy: 'name', fill: 'series', rx: 2 }),
        plot.ruleX([0], { stroke: color('--line-strong') }),
      ],
    });
  };
}

/** One series of horizontal bars. */
export function bars(data: { name: string; value: number }[], unit: string, fill = '--chart-after', most?: number) {
  return (plot: typeof PlotLibrary, width: number): Element => {
    const margin = Math.min(150, 14 + 7 * Math.max(1, ...data.map((bar) => Math.min(20, bar.name.length))));
    return plot.plot({
      width,
      height: 44 + data.length * 22,
      marginLeft: margin,
      style: { fontSize: '12px' },
      marginTop: 4,
      marginBottom: 36,
      x: { label: unit, grid: true, ...(most ? { domain: [0, most] } : {}), ticks: Math.max(2, Math.floor(width / 110)), tickFormat: (value: number) => value.toLocaleString('en', { notation: 'compact' }) },
      y: { label: null, domain: data.map((bar) => bar.name), tickFormat: (name: string) => shorten(name, 20) },
      marks: [plot.barX(data, { x: 'value', y: 'name', fill: color(fill), rx: 2 }), plot.ruleX([0], { stroke: color('--line-strong') })],
    });
  };
}
