/** What can have a problem; in a file's place stands its button, or that of the upload that failed. */
const withProblem =
  ':is(input, textarea)[aria-invalid="true"], fieldset[data-invalid] [data-choose], li[data-failed] button';

/** The first control of a form that is drawn with a problem. */
export function firstError(form: HTMLElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>(withProblem) ?? null;
}

/** A problem that is not drawn after so many frames is about no field. */
const MOST_FRAMES = 30;

/** Once a form's problems are drawn, the first field that has one gets the focus. A refusal of the server is drawn later than the next frame. */
export function focusFirstError(form: HTMLElement | null): void {
  let frames = 0;
  const look = () => {
    const field = firstError(form);
    frames += 1;
    if (field) field.focus();
    else if (frames < MOST_FRAMES) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
