import { useNavigate } from 'react-router'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { toast } from '~shared/ui/toast-store'

export function useSayMoved() {
  const t = useT()
  const navigate = useNavigate()
  return () => toast.good(t('favourites.moved'), { action: { label: t('common.cart.view'), run: () => void navigate(paths.cart()) } })
}
