/** What can have a problem; in a file's place stands its button, or that of the upload that failed. */
const withProblem =
  ':is(input, textarea)[aria-invalid="true"], fieldset[data-invalid] [data-choose], li[data-failed] button';

/** The first control of a form that is drawn with a problem. */
export function firstProblem(form: HTMLElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>(withProblem) ?? null;
}

/** Once a form's problems are drawn, the first field that has one gets the focus. */
export function focusFirstProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => firstProblem(form)?.focus());
}
