import { useNavigate } from 'react-router'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { toast } from '~/ui/toast-store'

export function useSayMoved() {
  const t = useT()
  const navigate = useNavigate()
  return () => toast.good(t('favourites.moved'), { action: { label: t('common.cart.view'), run: () => void navigate(paths.cart()) } })
}
