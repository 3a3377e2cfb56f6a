import clsx from 'clsx'
import { Gift } from 'lucide-react'
import { Picture } from '~shared/ui/picture'

/** One picture fills the cover, two share it, the first of three is the tall one, four are a window. */
const PLACES: Record<number, string[]> = {
  1: ['col-span-2 row-span-2'],
  2: ['row-span-2', 'row-span-2'],
  3: ['row-span-2', '', ''],
  4: ['', '', '', ''],
}

/** The pictures of up to four products, as one. */
export function Cover({ images, sizes, className }: { images: string[]; sizes: string; className?: string }) {
  const shown = [...new Set(images)].slice(0, 4)
  const places = PLACES[shown.length]
  if (!places)
    return (
      <div className={clsx('grid place-items-center bg-linear-135 from-peach via-rose to-lilac', className)}>
        <Gift aria-hidden className="size-2/5 max-h-14 text-accent-text opacity-70" strokeWidth={1.5} />
      </div>
    )
  return (
    <div className={clsx('grid grid-cols-2 grid-rows-2 gap-0.5 overflow-hidden bg-surface', className)}>
      {shown.map((image, index) => (
        <Picture key={image} src={image} alt="" sizes={sizes} className={clsx('size-full min-h-0 object-cover', places[index])} />
      ))}
    </div>
  )
}
