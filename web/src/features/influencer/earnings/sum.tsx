// A figure with its name.

export function Sum({ name, sum }: { name: string; sum: string }) {
  return (
    <div className="grid gap-1 rounded-xl border border-line bg-surface p-5">
      <dt className="text-muted">{name}</dt>
      <dd className="text-3xl font-semibold tabular-nums">{sum}</dd>
    </div>
  )
}
