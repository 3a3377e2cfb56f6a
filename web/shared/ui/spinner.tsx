export function Spinner() {
  return <span aria-hidden className="size-4.5 animate-spin rounded-full border-2 border-current border-r-transparent" />
}
