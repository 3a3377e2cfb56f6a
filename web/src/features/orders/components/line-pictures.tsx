import type { OrderLine } from '~shared/api/types'
import { Picture } from '~shared/ui/picture'

const SHOWN = 5

/** What an order held, at a glance. Their names are a press away. */
export function LinePictures({ lines }: { lines: OrderLine[] }) {
  const more = lines.length - SHOWN
  return (
    <ul className="flex flex-wrap gap-2">
      {lines.slice(0, SHOWN).map(({ id, name, imageUrl }) => (
        <li key={id}>
          <Picture src={imageUrl} alt={name} sizes="56px" className="size-14 rounded-lg bg-pearl object-cover" />
        </li>
      ))}
      {more > 0 && <li className="grid size-14 place-items-center rounded-lg bg-sunken font-semibold text-muted tabular-nums">+{more}</li>}
    </ul>
  )
}
