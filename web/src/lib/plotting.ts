// The parts of Observable Plot that the charts use; loaded with the first chart.
export { barX, plot, ruleX } from '@observablehq/plot';
