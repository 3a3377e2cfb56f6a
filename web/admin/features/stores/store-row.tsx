import clsx from 'clsx'
import { Pencil } from 'lucide-react'
import { adminPaths } from '~admin/paths'
import { MissingLanguages } from '~admin/ui/missing-languages'
import type { DeskStore } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'

export function StoreStateBadge({ isOpen }: { isOpen: boolean }) {
  const t = useT()
  return (
    <span className={clsx('rounded-full px-3 py-0.5 text-sm font-semibold', isOpen ? 'bg-good-soft text-good' : 'bg-sunken text-muted')}>
      {t(`adminStores.states.${isOpen ? 'open' : 'closed'}`)}
    </span>
  )
}

export function StoreRow({ store }: { store: DeskStore }) {
  const t = useT()
  const { id, name, slug, about, logoUrl, isOpen, productCount, subscriberCount, rating } = store
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line bg-surface p-5">
      <Picture src={logoUrl} alt="" sizes="64px" className="size-16 shrink-0 rounded-lg object-cover" />
      <div className="grid min-w-0 grow gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 text-lg wrap-anywhere">{name}</h2>
          <StoreStateBadge isOpen={isOpen} />
          <MissingLanguages text={about} />
        </div>
        <p className="flex flex-wrap gap-x-4 text-[0.9375rem] text-muted tabular-nums">
          <span className="wrap-anywhere">{slug}</span>
          <span>{t('catalog.products', { count: productCount })}</span>
          <span>{t('adminStores.followers', { count: subscriberCount })}</span>
          {rating > 0 && <span>{t('adminStores.rating', { rating: rating.toFixed(1).replace('.', ',') })}</span>}
        </p>
      </div>
      <ButtonLink to={adminPaths.store(String(id))} look="secondary" aria-label={t('adminStores.editOf', { name })}>
        <Pencil aria-hidden className="size-4.5" />
        {t('adminStores.edit')}
      </ButtonLink>
    </li>
  )
}
