// A checklist on the home page that leads the owner of a new shop to the first sale. It is shown while no product is published.
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ArrowRight, Check } from 'lucide-react'
import { Link } from 'react-router'
import { adminPaths } from '~admin/paths'
import { useMay } from '~admin/session/access'
import type { Permission } from '~shared/features/auth/permissions'
import { useI18n } from '~shared/i18n/context'
import { categoriesQuery } from '../categories/api'
import { sellerQuery } from '../settings/api'
import { staffQuery } from '../staff/api'
import { storesQuery } from '../stores/api'
import { oneProductQuery } from './api'

/** The tax number that a new installation has until the seller enters the real one. */
const NO_TAX_NUMBER = '0000000000'

interface Step {
  id: 'seller' | 'store' | 'categories' | 'products' | 'publish' | 'delivery' | 'staff'
  to: string
  needs: Permission
  /** Undefined if the data does not show whether the step is done. */
  isDone?: boolean
}

const hasAny = (list: unknown[] | undefined) => (list?.length ?? 0) > 0

/** Returns the steps that this operator may take; null if a product is published, or if that is not known yet. */
function useSteps(): Step[] | null {
  const { locale } = useI18n()
  const may = useMay()
  const hasNothingOnSale = useQuery({ ...oneProductQuery(locale, 'published'), enabled: may('products_write') }).data?.data.length === 0
  const enabled = (permission: Permission) => ({ enabled: hasNothingOnSale && may(permission) })
  const seller = useQuery({ ...sellerQuery(locale), ...enabled('content_read') }).data?.data
  const stores = useQuery({ ...storesQuery(locale, { limit: '1' }), ...enabled('stores_read') }).data?.data
  const categories = useQuery({ ...categoriesQuery(locale), ...enabled('products_read') }).data?.data
  const products = useQuery({ ...oneProductQuery(locale), ...enabled('products_read') }).data?.data
  const staff = useQuery({ ...staffQuery(locale), ...enabled('staff_read') }).data?.data
  if (!hasNothingOnSale) return null
  const allSteps: Step[] = [
    { id: 'seller', to: adminPaths.seller(), needs: 'content_write', isDone: seller !== undefined && seller.taxNumber !== NO_TAX_NUMBER },
    { id: 'store', to: hasAny(stores) ? adminPaths.stores() : adminPaths.newStore(), needs: 'stores_write', isDone: hasAny(stores) },
    { id: 'categories', to: adminPaths.categories(), needs: 'products_write', isDone: hasAny(categories) },
    { id: 'products', to: adminPaths.newImport(), needs: 'products_write', isDone: hasAny(products) },
    { id: 'publish', to: adminPaths.products({ state: 'draft' }), needs: 'products_write', isDone: false },
    { id: 'delivery', to: adminPaths.zones(), needs: 'rules_write' },
    { id: 'staff', to: adminPaths.staff(), needs: 'staff_write', isDone: (staff?.members.length ?? 0) > 1 || hasAny(staff?.invitations) },
  ]
  return allSteps.filter(({ needs }) => may(needs))
}

export function FirstSteps() {
  const { t } = useI18n()
  const steps = useSteps()
  if (!steps) return null
  const next = steps.find(({ isDone }) => isDone === false)
  return (
    <section aria-labelledby="first-steps" className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <div className="grid gap-1">
        <h2 id="first-steps" className="text-xl">
          {t('adminDashboard.first.title')}
        </h2>
        <p className="text-muted text-pretty">{t('adminDashboard.first.text')}</p>
      </div>
      <ol className="grid gap-2">
        {steps.map((step, index) => (
          <StepItem key={step.id} step={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </section>
  )
}

function StepItem({ step: { id, to, isDone = false }, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { t } = useI18n()
  return (
    <li aria-current={isNext ? 'step' : undefined}>
      <Link
        to={to}
        className={clsx(
          'flex min-h-14 items-center gap-4 rounded-lg border px-4 py-2.5 hover:border-line-strong',
          isNext ? 'border-accent bg-accent-soft' : 'border-line',
        )}
      >
        <span
          aria-hidden
          className={clsx(
            'grid size-8 shrink-0 place-items-center rounded-full font-semibold tabular-nums',
            isDone ? 'bg-good-soft text-good' : 'bg-sunken text-muted',
          )}
        >
          {isDone ? <Check className="size-4.5" /> : number}
        </span>
        <span className="grid min-w-0 grow">
          <span className="font-semibold">
            {t(`adminDashboard.first.step.${id}`)}
            {isDone && <span className="sr-only">: {t('adminDashboard.first.done')}</span>}
          </span>
          <span className="text-[0.9375rem] text-muted text-pretty">{t(`adminDashboard.first.why.${id}`)}</span>
        </span>
        <ArrowRight aria-hidden className="size-4.5 shrink-0 text-muted" />
      </Link>
    </li>
  )
}
