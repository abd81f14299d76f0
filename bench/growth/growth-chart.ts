import { growthLimits } from '../tools/figures.ts';
import type { DashboardTimes } from '../data-set/dashboard-times.ts';

/** One call: what it costs in each data set, the smallest first. */
export interface CallGrowth {
  name: string;
  group: string;
  pages: number[];
  ms: number[];
  /** The size of its response. */
  response: number[];
}

const [columns, panelWidth, panelHeight, left, top] = [4, 225, 132, 8, 34];
const plot = { width: 200, height: 62 };
/** A panel reaches from half of what the smallest data set costs to four times that, or as far as its lines go. */
const [LEAST, MOST] = [0.5, 4];

/**
 * A panel for each call: how many times what it costs among the fewest tickets it costs among more, pages in grey, time in
 * green, and the response as dots; of dashboards over HTTP the time alone, their p50. The full line is once, the dashed one the goal
 * of a time; each doubling is as high. Drawn on its own paper, so that it reads on a light page and on a dark one.
 * @param scales the data sets by name, evenly apart, each about ten times the one before
 */
export function growthChart(
  calls: readonly CallGrowth[],
  dashboards: readonly DashboardTimes[],
  scales: readonly string[],
): string {
  const group = 'Dashboards over HTTP, p50';
  const panels: CallGrowth[] = [
    ...dashboards.map((one) => ({
      name: one.dashboard,
      group,
      ms: one.p50,
      pages: [],
      response: [],
    })),
    ...calls,
  ];
  const parts: string[] = [];
  let y = 6;
  for (const title of new Set(panels.map((call) => call.group))) {
    const of = panels.filter((call) => call.group === title);
    parts.push(`<text x="${left}" y="${y + 18}" font-size="15" font-weight="600">${title}</text>`);
    y += top;
    of.forEach((call, n) => {
      const [column, row] = [n % columns, Math.floor(n / columns)];
      parts.push(panel(call, scales, left + column * panelWidth, y + row * panelHeight));
    });
    y += Math.ceil(of.length / columns) * panelHeight + 10;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + columns * panelWidth} ${y}" font-family="system-ui, sans-serif" font-size="11" fill="#26302b"><rect width="100%" height="100%" fill="#fff"/>${parts.join('')}</svg>\n`;
}

function panel(
  { name, pages, ms, response }: CallGrowth,
  scales: readonly string[],
  x: number,
  y: number,
): string {
  const at = (n: number) => x + (n * plot.width) / Math.max(1, scales.length - 1);
  const growths = [pages, ms, response].flatMap((values) =>
    values.map((value) => value / values[0]!),
  );
  const doublings = (times: number) => Math.log2(Math.max(times, LEAST) / LEAST);
  const most = doublings(Math.max(MOST, ...growths));
  const height = (times: number) => y + 20 + plot.height * (1 - doublings(times) / most);
  const line = (values: number[], colour: string, dash = '') =>
    `<polyline fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}" points="${values
      .map((value, n) => `${at(n).toFixed(1)},${height(value / values[0]!).toFixed(1)}`)
      .join(' ')}"/>`;
  const level = (times: number, dash: string) =>
    `<line x1="${x}" x2="${x + plot.width}" y1="${height(times)}" y2="${height(times)}" stroke="#d9d6c8" stroke-dasharray="${dash}"/>`;
  const labels = scales.map(
    (scale, n) =>
      `<text x="${at(n)}" y="${y + plot.height + 34}" fill="#6b736d" text-anchor="${n === 0 ? 'start' : n === scales.length - 1 ? 'end' : 'middle'}">${scale}</text>`,
  );
  const last = (values: number[]) => values.at(-1)!;
  return [
    `<text x="${x}" y="${y + 10}">${name.replaceAll('&', '&amp;')}</text>`,
    level(LEAST, ''),
    level(1, ''),
    level(growthLimits.goal, '3 3'),
    line(pages, '#b9b6a8'),
    line(ms, '#0f6b4f'),
    line(response, '#b07a2a', '2 3'),
    ...labels,
    `<text x="${x + plot.width}" y="${y + 30}" text-anchor="end" fill="#0f6b4f">${ms[0]!.toFixed(1)} → ${last(ms).toFixed(1)} ms</text>`,
  ].join('');
}
