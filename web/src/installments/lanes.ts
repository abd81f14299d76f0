/** Smallest distance of two dots, in pixels: a fingertip's width, count badge included. */
export const DOT_ROOM_PX = 34;

/**
 * Which lane above the line each dot stands in, 0 the nearest, so that no two dots of a lane overlap.
 * `places` are shares of the line's width (0 to 1) in rising order; as few lanes as that takes.
 */
export function lanesOf(places: readonly number[], width_px: number): number[] {
  const lastOfLane: number[] = [];
  return places.map((place) => {
    const x = place * width_px;
    const free = lastOfLane.findIndex((last) => x - last >= DOT_ROOM_PX);
    const lane = free === -1 ? lastOfLane.length : free;
    lastOfLane[lane] = x;
    return lane;
  });
}

/** The side of the dot on which its amount is shown; null: no room. */
export type LabelSide = 'after' | 'before' | null;

/** From the middle of a dot to its label: half the dot, and more where a count stands on it. */
const LABEL_GAP_PX = 15;

/** Beside which dots there is room for a label, so that none covers a dot, a stem or another label. All in reading direction. */
export function labelSides(
  places: readonly number[],
  lanes: readonly number[],
  label_widths_px: readonly number[],
  width_px: number,
): LabelSide[] {
  const taken: { lane: number; from: number; to: number }[] = [];
  const dots = places.map((place, index) => ({ x: place * width_px, lane: lanes[index] ?? 0 }));
  return dots.map(({ x, lane }, index) => {
    const reach = LABEL_GAP_PX + (label_widths_px[index] ?? 0);
    const isFree = (from: number, to: number) =>
      from >= -LABEL_GAP_PX &&
      to <= width_px + LABEL_GAP_PX &&
      // A dot of the same lane is in the way, and the stem of each that stands higher.
      !dots.some(
        (dot, other) =>
          other !== index &&
          dot.lane >= lane &&
          dot.x + (dot.lane === lane ? LABEL_GAP_PX : 2) > from &&
          dot.x - (dot.lane === lane ? LABEL_GAP_PX : 2) < to,
      ) &&
      !taken.some((label) => label.lane === lane && label.to > from && label.from < to);
    const side: LabelSide = isFree(x, x + reach) ? 'after' : isFree(x - reach, x) ? 'before' : null;
    if (side === 'after') taken.push({ lane, from: x, to: x + reach });
    if (side === 'before') taken.push({ lane, from: x - reach, to: x });
    return side;
  });
}
