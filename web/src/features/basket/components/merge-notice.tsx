// Shows after the sign-in how a guest's basket arrived in the account's cart.

import { useState } from 'react'
import { Link } from 'react-router'
import { type Translate, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Button } from '~shared/ui/button'
import { lineKey, countUnits } from '../rules'
import { type ChangedLine, useBasket } from '../store'
import { useMerge } from '../use-merge'

/** `added` is the number of units that arrived. */
function reasonOf(t: Translate, { reason, added }: ChangedLine['merged']) {
  switch (reason) {
    case 'not_enough_stock':
      return added > 0 ? t('cart.merge.reason.not_enough_stock', { count: added }) : t('cart.merge.reason.all_taken')
    case 'count_limit':
      return t('cart.merge.reason.count_limit')
    case 'size_not_found':
      return t('cart.merge.reason.size_not_found')
    case 'out_of_stock':
      return t('cart.merge.reason.out_of_stock')
    case 'cart_full':
      return t('cart.merge.reason.cart_full')
    default:
      return t('cart.merge.reason.product_not_found')
  }
}

export function MergeNotice() {
  const t = useT()
  const moving = useBasket((state) => state.moving)
  const changed = useBasket((state) => state.changed)
  const merge = useMerge()
  const [isBusy, setBusy] = useState(false)

  if (moving) {
    const retry = async () => {
      setBusy(true)
      await merge()
      setBusy(false)
    }
    return (
      <section aria-labelledby="merge" className="mb-6 grid gap-4 rounded-xl bg-warn-soft p-5 sm:p-6">
        <h2 id="merge" className="text-xl">
          {t('cart.merge.waiting', { count: countUnits(moving.lines) })}
        </h2>
        <Button className="justify-self-start" busy={isBusy} disabled={isBusy} onClick={() => void retry()}>
          {t('cart.merge.again')}
        </Button>
      </section>
    )
  }
  if (changed.length === 0) return null
  return (
    <section aria-labelledby="merge" className="mb-6 grid gap-4 rounded-xl bg-lilac p-5 sm:p-6">
      <h2 id="merge" className="text-xl">
        {t('cart.merge.title')}
      </h2>
      <ul className="grid gap-3">
        {changed.map(({ line, merged }) => (
          <li key={lineKey(line)}>
            <p className="font-medium">
              <Link to={paths.product(line.product.slug)} className="hover:text-accent-text">
                {line.product.name}
                {line.size && `, ${line.size.name}`}
              </Link>{' '}
              <span className="tabular-nums">× {line.count}</span>
            </p>
            <p className="text-muted">{reasonOf(t, merged)}</p>
          </li>
        ))}
      </ul>
      <Button look="quiet" className="justify-self-start" onClick={() => useBasket.setState({ changed: [] })}>
        {t('cart.merge.read')}
      </Button>
    </section>
  )
}
