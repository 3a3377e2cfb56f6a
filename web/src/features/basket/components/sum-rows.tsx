export function SumRow({ label, value, isGood = false }: { label: string; value: string; isGood?: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className={`font-medium tabular-nums ${isGood ? 'text-good' : ''}`}>{value}</dd>
    </div>
  )
}

export function TotalRow({ label, value, note }: { label: string; value: string; note?: string | undefined }) {
  return (
    <div className="mt-1.5 flex items-baseline justify-between gap-4 border-t border-line pt-4">
      <dt>
        <span className="text-lg font-bold">{label}</span>
        {note && <span className="block text-sm text-muted">{note}</span>}
      </dt>
      <dd className="text-2xl font-bold tracking-tight tabular-nums">{value}</dd>
    </div>
  )
}
