interface Props {
  label: string
  reasons: string[]
  onChoose: (reason: string) => void
}

/** The common ones are a press away. */
export function Reasons({ label, reasons, onChoose }: Props) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {reasons.map((reason) => (
        <li key={reason}>
          <button
            type="button"
            onClick={() => onChoose(reason)}
            className="min-h-11 rounded-full border border-line-strong/60 px-4 text-left text-sm hover:border-line-strong hover:bg-sunken"
          >
            {reason}
          </button>
        </li>
      ))}
    </ul>
  )
}
