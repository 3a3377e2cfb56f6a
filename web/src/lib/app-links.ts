const ANDROID = 'https://play.google.com/store/apps/details?id=az.sovqat.app'
const IOS = 'https://apps.apple.com/az/app/sovqat/id6670000000'

export const appLinks = { android: ANDROID, ios: IOS }

/** The store of the device, and the Android one for everything that is neither. */
export const appStoreFor = (userAgent: string) => (/iPhone|iPad|iPod/.test(userAgent) ? IOS : ANDROID)
