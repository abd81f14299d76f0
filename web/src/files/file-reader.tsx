import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError, messageOf } from '../api/api-error.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Waiting } from '../ui/skeleton.tsx';
import { openDrawing, type Drawing } from './drawing.ts';
import { DrawnPages } from './drawn-pages.tsx';

export interface ReadFile {
  /** What the file is, for whoever cannot see it. */
  name: string;
  /** Makes a short-lived link to the file. */
  link: () => Promise<{ url: string }>;
}

/** Shows a PDF or a picture in the page. Whoever shows it has its download beside it. */
export default function FileReader(file: ReadFile) {
  const [attempt, setAttempt] = useState(0);
  return <Reading key={attempt} {...file} onRetry={() => setAttempt(attempt + 1)} />;
}

function Reading({ name, link, onRetry }: ReadFile & { onRetry: () => void }) {
  const { t } = useLingui();
  const [percent, setPercent] = useState(0);
  const [drawing, setDrawing] = useState<Drawing>();
  const [problem, setProblem] = useState<unknown>();
  const makeLink = useEffectEvent(link);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const open = async () => {
      const { url } = await makeLink();
      const opened = await openDrawing(url, { signal, onProgress: setPercent });
      if (!signal.aborted) setDrawing(opened);
    };
    open().catch((error: unknown) => {
      if (!signal.aborted) setProblem(error);
      stop.abort();
    });
    return () => stop.abort();
  }, []);
  if (problem instanceof ApiError) {
    const message = messageOf(problem, t`The file could not be loaded.`);
    return <ErrorState message={message} onRetry={onRetry} />;
  }
  if (problem !== undefined)
    return <ErrorState message={t`This file cannot be shown here. Download it to read it.`} />;
  if (drawing) return <DrawnPages name={name} drawing={drawing} />;
  return (
    <Waiting>
      <ProgressBar label={<Trans>Loading the file</Trans>} value={percent} />
    </Waiting>
  );
}
