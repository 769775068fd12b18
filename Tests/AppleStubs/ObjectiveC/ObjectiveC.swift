// On Apple's systems this module is the Objective-C runtime. The sources only test whether it can
// be imported.
