import { ArrowRight, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SeoRedirect } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { useRemoveRedirect } from './mutations'
import { RedirectForm } from './redirect-form'
import { valuesOf } from './rules'

/** An old address, and where it leads now. */
export function RedirectRow({ redirect }: { redirect: SeoRedirect }) {
  const t = useT()
  const [isChanging, setChanging] = useState(false)
  const { mutate: remove, isPending } = useRemoveRedirect()
  const { from, to } = redirect
  const nameOf = (act: string) => t('office.redirects.of', { act, from })
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <h2 className="text-lg wrap-anywhere">{from}</h2>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.9375rem] text-muted">
        {t(`office.redirects.kind.${valuesOf(redirect).status}`)}
        {to && (
          <span className="inline-flex min-w-0 items-center gap-2 text-ink">
            <ArrowRight aria-hidden className="size-4 shrink-0" />
            <span className="wrap-anywhere">{to}</span>
          </span>
        )}
      </p>
      {isChanging ? (
        <RedirectForm redirect={redirect} onClose={() => setChanging(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" aria-label={nameOf(t('office.change'))} onClick={() => setChanging(true)}>
            <Pencil aria-hidden className="size-4.5" />
            {t('office.change')}
          </Button>
          <Button
            look="quiet"
            aria-label={nameOf(t('office.remove'))}
            busy={isPending}
            disabled={isPending}
            onClick={() => remove(redirect)}
          >
            <Trash2 aria-hidden className="size-4.5" />
            {t('office.remove')}
          </Button>
        </div>
      )}
    </li>
  )
}
