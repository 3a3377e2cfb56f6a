import { Bell, BellRing } from 'lucide-react'
import type { Store } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { useFollow } from '../use-follow'

export function FollowButton({ store }: { store: Store }) {
  const t = useT()
  const { isFollowed, toggle } = useFollow(store)
  const Icon = isFollowed ? BellRing : Bell
  return (
    <Button
      look={isFollowed ? 'secondary' : 'primary'}
      aria-pressed={isFollowed}
      aria-label={t('stores.followOf', { name: store.name })}
      onClick={toggle}
    >
      <Icon aria-hidden className="size-4.5" />
      {t(isFollowed ? 'stores.following' : 'stores.follow')}
    </Button>
  )
}
