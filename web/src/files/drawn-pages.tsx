import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '../ui/button.tsx';
import { MinusIcon, PlusIcon } from '../ui/icons.tsx';
import type { Drawing } from './drawing.ts';

/** The steps of the zoom; 1 fits the width. */
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** Pages that one screen has room for: a file may state any number. */
const MAX_PAGES = 200;

/** The pages of a file below each other, of which those near the view are drawn. */
export function DrawnPages({ name, drawing }: { name: string; drawing: Drawing }) {
  const { t } = useLingui();
  const { pageCount } = drawing;
  const pageOf = (page: number) => t`Page ${page} of ${pageCount}`;
  const frame = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(1);
  /** Of the frame inside its padding, in CSS pixels; 0 until it is measured. */
  const [width, setWidth] = useState(0);
  const [current, setCurrent] = useState(1);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);

  /** Keeps in view what is in view. */
  const zoomTo = (next: number | undefined) => {
    if (next === undefined) return;
    const top = (frame.current!.scrollTop * next) / zoom;
    flushSync(() => setZoom(next));
    frame.current!.scrollTop = top;
  };
  const zoomIn = () => zoomTo(zooms.find((one) => one > zoom));
  const zoomOut = () => zoomTo(zooms.findLast((one) => one < zoom));
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey) return;
    if (key === '+' || key === '=') zoomIn();
    if (key === '-') zoomOut();
    if (key === '0') zoomTo(1);
  };
  const onScroll = () => {
    const { top, height } = frame.current!.getBoundingClientRect();
    const tops = Array.from(frame.current!.children, (page) => page.getBoundingClientRect().top);
    setCurrent(Math.max(1, tops.findLastIndex((one) => one < top + height / 2) + 1));
  };

  return (
    <div data-reader className="border border-line">
      <div className="flex flex-wrap items-center justify-between bg-raised">
        <div className="flex items-center">
          <IconButton label={t`Zoom out`} onPress={zoomOut}>
            <MinusIcon />
          </IconButton>
          <Button tone="quiet" size="small" onPress={() => zoomTo(1)}>
            <Trans>Fit width</Trans>
          </Button>
          <IconButton label={t`Zoom in`} onPress={zoomIn}>
            <PlusIcon />
          </IconButton>
        </div>
        <p className="px-4 py-1 text-sm text-ink-soft tabular-nums">{pageOf(current)}</p>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is scrolled and zoomed by keys */}
      <section
        ref={frame}
        aria-label={name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the same
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={onScroll}
        className="grid max-h-[75dvh] min-h-24 grid-cols-1 justify-items-center-safe gap-3 overflow-auto bg-sunk px-1 py-3 [scrollbar-gutter:stable_both-edges]"
      >
        {width > 0 &&
          Array.from({ length: Math.min(pageCount, MAX_PAGES) }, (_, index) => (
            <Page
              key={index}
              drawing={drawing}
              number={index + 1}
              width={Math.floor(width * zoom)}
              label={pageOf(index + 1)}
            />
          ))}
      </section>
      {pageCount > MAX_PAGES ? (
        <p className="bg-raised px-4 py-3 text-sm">
          <Trans>
            The first {MAX_PAGES} pages are shown. Download the file to read the others.
          </Trans>
        </p>
      ) : null}
    </div>
  );
}

/** A page's height over its width until it is known: A4. */
const USUAL_SHAPE = Math.SQRT2;

/** A page, drawn while it is in view or at most a view's height away. `width`: in CSS pixels. */
function Page({
  drawing,
  number,
  width,
  label,
}: {
  drawing: Drawing;
  number: number;
  width: number;
  label: string;
}) {
  const paper = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [shape, setShape] = useState(USUAL_SHAPE);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const element = paper.current!;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)!.isIntersecting),
      {
        root: element.closest('section'),
        rootMargin: '100% 0px',
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear) return undefined;
    const stop = new AbortController();
    const draw = async () => {
      setShape(await drawing.shapeOf(number));
      const canvas = await drawing.draw(number, width * devicePixelRatio, stop.signal);
      if (stop.signal.aborted) return;
      clear(paper.current!);
      paper.current!.append(canvas);
      setBroken(false);
    };
    draw().catch(() => setBroken(!stop.signal.aborted));
    return () => stop.abort();
  }, [drawing, number, isNear, width]);
  useEffect(() => {
    const element = paper.current!;
    return isNear ? () => clear(element) : undefined;
  }, [isNear]);
  return (
    <div className="relative bg-white text-black" style={{ width, aspectRatio: 1 / shape }}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it holds a canvas */}
      <div ref={paper} role="img" aria-label={label} className="size-full *:size-full" />
      {isBroken ? (
        <p className="absolute inset-0 p-4">
          <Trans>This page cannot be shown. Download the file to read it.</Trans>
        </p>
      ) : null}
    </div>
  );
}

/** Takes a drawn page away. A canvas without pixels gives its memory back before it is collected. */
function clear(paper: HTMLDivElement): void {
  for (const canvas of paper.querySelectorAll('canvas')) canvas.width = canvas.height = 0;
  paper.replaceChildren();
}
