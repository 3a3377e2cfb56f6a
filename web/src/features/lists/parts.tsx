import clsx from 'clsx'
import { Gift, Share2 } from 'lucide-react'
import { share } from '~/lib/share'
import type { ProductList } from '~shared/api/types'
import { useI18n, useT } from '~shared/i18n/context'
import { inLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { Button, type Look } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'
import { toast } from '~shared/ui/toast-store'

/** The cells of the pictures, by their number. With two, both are tall; with three, the first one is. */
const CELLS: Record<number, string[]> = {
  1: ['col-span-2 row-span-2'],
  2: ['row-span-2', 'row-span-2'],
  3: ['row-span-2', '', ''],
  4: ['', '', '', ''],
}

/** A collage of up to four product pictures. */
export function Cover({ images, sizes, className }: { images: string[]; sizes: string; className?: string }) {
  const visible = [...new Set(images)].slice(0, 4)
  const cells = CELLS[visible.length]
  if (!cells)
    return (
      <div className={clsx('grid place-items-center bg-linear-135 from-peach via-rose to-lilac', className)}>
        <Gift aria-hidden className="size-2/5 max-h-14 text-accent-text opacity-70" strokeWidth={1.5} />
      </div>
    )
  return (
    <div className={clsx('grid grid-cols-2 grid-rows-2 gap-0.5 overflow-hidden bg-surface', className)}>
      {visible.map((image, index) => (
        <Picture key={image} src={image} alt="" sizes={sizes} className={clsx('size-full min-h-0 object-cover', cells[index])} />
      ))}
    </div>
  )
}

export function ShareButton({ list, look = 'primary' }: { list: Pick<ProductList, 'name' | 'slug'>; look?: Look }) {
  const t = useT()
  const share = useShare()
  return (
    <Button look={look} onClick={() => void share(list)}>
      <Share2 aria-hidden className="size-4.5" />
      {t('lists.share')}
    </Button>
  )
}

export function useShare() {
  const { t, locale } = useI18n()
  return async ({ name, slug }: Pick<ProductList, 'name' | 'slug'>) => {
    const link = location.origin + inLocale(locale, paths.list(slug))
    const result = await share(name, link)
    if (result === 'copied') toast.good(t('lists.copied'))
    // Without clipboard permission, the link is shown to be copied by hand.
    if (result === 'refused') toast.plain(t('lists.link', { link }))
  }
}
