import { Pencil, Share2, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { ProductList } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { paths } from '~shared/lib/paths'
import { IconButton } from '~shared/ui/icon-button'
import { useShare } from '../use-share'
import { Cover } from './cover'

interface Props {
  list: ProductList
  onEdit: () => void
  onDelete: () => void
}

/** A list among the others; all of it leads there, but for its three buttons. */
export function ListCard({ list, onEdit, onDelete }: Props) {
  const { t, locale } = useI18n()
  const share = useShare()
  const { name, slug, description, productCount, createdAt, images } = list
  return (
    <li className="group relative flex flex-col overflow-hidden rounded-xl border border-line bg-surface transition-shadow hover:shadow-lifted has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent-text">
      <Cover images={images} sizes="(min-width: 80rem) 220px, 45vw" className="aspect-5/3" />
      <div className="flex grow flex-col gap-1 p-4 pb-2">
        <h2 className="text-lg wrap-anywhere">
          <Link to={paths.myList(slug)} className="outline-none after:absolute after:inset-0 after:content-['']">
            {name}
          </Link>
        </h2>
        {description && <p className="line-clamp-2 text-[0.9375rem] text-muted wrap-anywhere">{description}</p>}
        <div className="mt-auto flex items-center justify-between gap-2 pt-1">
          <p className="text-sm text-muted">
            <span className="font-semibold text-ink">{t('catalog.products', { count: productCount })}</span>
            <span className="block">{t('lists.since', { date: date(locale, createdAt) })}</span>
          </p>
          <div className="relative z-1 -mr-2 flex">
            <IconButton label={t('lists.shareOf', { name })} onClick={() => void share(list)}>
              <Share2 aria-hidden className="size-4.5" />
            </IconButton>
            <IconButton label={t('lists.editOf', { name })} onClick={onEdit}>
              <Pencil aria-hidden className="size-4.5" />
            </IconButton>
            <IconButton label={t('lists.deleteOf', { name })} onClick={onDelete}>
              <Trash2 aria-hidden className="size-4.5" />
            </IconButton>
          </div>
        </div>
      </div>
    </li>
  )
}
