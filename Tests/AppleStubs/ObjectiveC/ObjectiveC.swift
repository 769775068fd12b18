// On Apple's systems this module is the Objective-C runtime. The sources only ask whether it is
// there.
