import clsx from 'clsx'
import { Picture } from './picture'

/** The logo, or the first letter while there is none. */
export function StoreLogo({ name, logoUrl, className }: { name: string; logoUrl?: string | undefined; className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx('grid size-12 shrink-0 place-items-center overflow-hidden rounded-lg bg-lilac text-lg font-bold', className)}
    >
      {logoUrl ? <Picture src={logoUrl} alt="" sizes="80px" className="size-full object-cover" /> : name.charAt(0)}
    </span>
  )
}
