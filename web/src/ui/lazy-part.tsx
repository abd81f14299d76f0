import { Trans, useLingui } from '@lingui/react/macro';
import { createElement, Suspense, use, useState, type ComponentType, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { furtherTextsAgain } from './further-texts.ts';
import { addTexts, type Catalogue } from '../i18n.ts';
import { IconButton } from './button.tsx';
import { ErrorState } from './error-state.tsx';
import { CrossIcon } from './icons.tsx';
import { loadableAgain } from './keep-loading.ts';

/** Props of a dialog: a part that whoever opened it closes. */
interface Closable {
  onClose?: () => void;
}

/**
 * A part of a screen whose file is loaded when the part is first shown, with the texts that no first view shows. Where the file
 * does not come, its place says so and tries again; the rest of the screen goes on. `load` is an import alone.
 * @param options.fallback stands in its place until it has come
 * @param options.texts a catalogue of its own
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { fallback, texts }: { fallback?: ReactNode; texts?: Catalogue } = {},
): ComponentType<Props> & { preload: () => void } {
  const loadCode = loadableAgain(load);
  let coming: Promise<ComponentType<Props> | null> | undefined;
  /** null: it could not be loaded. */
  const begin = () =>
    (coming ??= Promise.all([loadCode(), furtherTextsAgain(), texts && addTexts(texts)]).then(
      ([code]) => code.default,
      () => {
        coming = undefined;
        return null;
      },
    ));
  function LazyPart(props: Props) {
    const [part, setPart] = useState(begin);
    return (
      <Suspense fallback={fallback}>
        <Part part={part} props={props} onRetry={() => setPart(begin())} />
      </Suspense>
    );
  }
  return Object.assign(LazyPart, { preload: () => void begin() });
}

function Part<Props extends Closable>({
  part,
  props,
  onRetry,
}: {
  part: Promise<ComponentType<Props> | null>;
  props: Props;
  onRetry: () => void;
}) {
  const Loaded = use(part);
  if (Loaded) return createElement(Loaded, props);
  return <NotLoaded onRetry={onRetry} onClose={props.onClose} />;
}

/** Message in the place of a part; that of a dialog is the foot of the window. */
function NotLoaded({ onRetry, onClose }: Closable & { onRetry: () => void }) {
  const { t } = useLingui();
  const message = (
    <ErrorState message={t`This part could not be loaded.`} onRetry={onRetry}>
      <p className="text-sm text-ink-soft">
        <Trans>If trying again does not help, load the page again.</Trans>
      </p>
    </ErrorState>
  );
  if (!onClose) return message;
  return createPortal(
    <div className="fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-md items-start justify-between gap-2 rounded-md border border-line bg-raised p-4 shadow-float">
      {message}
      <IconButton label={t`Close`} onPress={onClose}>
        <CrossIcon className="size-5" />
      </IconButton>
    </div>,
    document.body,
  );
}
