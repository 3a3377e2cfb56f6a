// Opens or closes a store. Shoppers do not find a closed store or its products.
import { useEffect, useRef, useState } from 'react'
import { useMay } from '~admin/session/access'
import { failureText } from '~shared/api/failure'
import type { DeskStore } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { useSwitchStore } from './api'
import { StoreStateBadge } from './store-row'

interface Props {
  store: DeskStore
  onSwitched: (store: DeskStore) => void
}

export function OpenClose({ store, onSwitched }: Props) {
  const { t, locale } = useI18n()
  const isEditable = useMay()('stores_write')
  const [isConfirming, setConfirming] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { name, isOpen, openedAt, productCount } = store
  const action = isOpen ? 'close' : 'open'
  const { mutate, isPending, error } = useSwitchStore(store, (switched) => {
    toast.good(t(`adminStores.${action}.done`, { name }))
    onSwitched(switched)
  })
  useEffect(() => {
    if (isConfirming) box.current?.focus()
  }, [isConfirming])

  return (
    <section aria-label={t('adminStores.state')} className="grid gap-3 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StoreStateBadge isOpen={isOpen} />
        <p className="text-muted">{t('adminStores.since', { date: date(locale, openedAt) })}</p>
        {isEditable && !isConfirming && (
          <Button look="secondary" className="ml-auto" onClick={() => setConfirming(true)}>
            {t(`adminStores.${action}.button`)}
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 text-bad">
          {failureText(t, error)}
        </p>
      )}
      {isConfirming && (
        <div
          ref={box}
          tabIndex={-1}
          role="group"
          aria-label={t(`adminStores.${action}.button`)}
          className="grid gap-3 rounded-lg bg-warn-soft p-4 outline-none"
        >
          <p className="text-pretty">{t(`adminStores.${action}.sure`, { name, count: productCount })}</p>
          <div className="flex flex-wrap gap-2">
            <Button busy={isPending} disabled={isPending} onClick={() => mutate(undefined, { onSettled: () => setConfirming(false) })}>
              {t(`adminStores.${action}.yes`)}
            </Button>
            <Button look="secondary" disabled={isPending} onClick={() => setConfirming(false)}>
              {t('adminStores.cancel')}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}
