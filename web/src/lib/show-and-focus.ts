/** It may be among what is folded away. */
export function showAndFocus(control: HTMLElement): void {
  const folded = control.closest('details');
  if (folded) folded.open = true;
  control.focus();
}
