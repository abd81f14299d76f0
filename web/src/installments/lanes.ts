/** How near two dots may stand, in pixels: a fingertip's width, count badge included. */
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
