/** Once a form's problems are drawn, the first field that has one gets the focus; in a file's place, its button. */
export function focusFirstProblem(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const first = '[aria-invalid="true"], fieldset[data-invalid] [data-choose]';
    form?.querySelector<HTMLElement>(first)?.focus();
  });
}
